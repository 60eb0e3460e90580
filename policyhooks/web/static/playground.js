"use strict";
// Sends the two texts when typing pauses, and shows what comes back. What a link brings is shown, and not sent before a click.
(() => {
  const PAUSE_MS = 40;
  const LONGEST_LINK = 32768;
  const by = (id) => document.getElementById(id);
  const policy = by("policy"), event = by("event"), client = by("client"), sample = by("sample");
  const native = by("native"), status = by("status"), result = by("result"), tests = by("tests");
  const proof = document.querySelector("meta[name=proof]").content;
  const samples = JSON.parse(by("samples").dataset.samples);
  let live = true, timer = 0, asked = 0, running = null;

  function listSamples(keep) {
    const first = sample.querySelector("option[value='-1']");
    sample.replaceChildren(...(first ? [first] : []));
    samples[client.value].forEach((one, at) => sample.append(new Option(one.title, at)));
    if (keep && first) sample.value = "-1";
  }

  function takeSample() {
    const one = samples[client.value][Number(sample.value)];
    if (one) { event.value = one.event; native.value = one.native; soon(); }
  }

  async function send(what) {
    const number = ++asked;
    if (running) running.abort();
    running = new AbortController();
    const started = performance.now();
    const body = { policy: policy.value, event: event.value, client: client.value, native: native.value, what };
    try {
      const answer = await fetch("/playground/decide", {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-Proof": proof },
        body: JSON.stringify(body),
        signal: running.signal,
      });
      const text = await answer.text();
      if (number !== asked) return;
      show(what === "tests" ? tests : result, text, answer.ok);
      status.textContent = answer.ok ? `answered in ${Math.round(performance.now() - started)} ms` : "not answered";
    } catch (problem) {
      if (problem.name !== "AbortError") status.textContent = "The page does not answer. Is policyhooks serve still running?";
    } finally {
      if (number === asked) result.classList.remove("stale");
    }
  }

  function show(where, text, whole) {
    if (!whole) { where.textContent = text; return; }
    const opened = new Set([...where.querySelectorAll("details")].map((one, at) => (one.open ? at : -1)));
    const had = where.childElementCount > 0;
    where.replaceChildren(...new DOMParser().parseFromString(text, "text/html").body.childNodes);
    if (had) where.querySelectorAll("details").forEach((one, at) => { one.open = opened.has(at); });
  }

  function soon() {
    tests.replaceChildren();
    if (!live) return;
    result.classList.add("stale");
    clearTimeout(timer);
    timer = setTimeout(() => send("decide"), PAUSE_MS);
  }

  function go() {
    live = true;
    by("linked").hidden = true;
    clearTimeout(timer);
    send("decide");
  }

  function encode(text) {
    let found = "";
    for (const one of new TextEncoder().encode(text)) found += String.fromCharCode(one);
    return btoa(found).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  }

  function decode(text) {
    const raw = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(raw, (one) => one.charCodeAt(0)));
  }

  async function share() {
    const state = { policy: policy.value, event: event.value, client: client.value, native: native.value };
    const link = `${location.origin}/playground#${encode(JSON.stringify(state))}`;
    if (link.length > LONGEST_LINK) { status.textContent = "This is too long for a link."; return; }
    history.replaceState(null, "", link);
    try {
      await navigator.clipboard.writeText(link);
      status.textContent = "The link is copied; it holds both texts.";
    } catch {
      status.textContent = "The link stands in the address bar; it holds both texts.";
    }
  }

  function fromLink() {
    const text = location.hash.slice(1);
    if (!text || text.length > LONGEST_LINK) return false;
    try {
      const state = JSON.parse(decode(text));
      for (const name of ["policy", "event", "client", "native"]) if (typeof state[name] !== "string") return false;
      if (!(state.client in samples)) return false;
      policy.value = state.policy;
      event.value = state.event;
      client.value = state.client;
      native.value = state.native;
      return true;
    } catch {
      return false;
    }
  }

  function select(line, column, end) {
    const lines = policy.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    policy.focus();
    policy.setSelectionRange(start + column - 1, start + Math.max(column, end) - 1);
    policy.scrollTop = Math.max(0, (line - 4) * parseFloat(getComputedStyle(policy).lineHeight));
  }

  document.addEventListener("click", (clicked) => {
    const button = clicked.target.closest("[data-line]");
    if (button) select(Number(button.dataset.line), Number(button.dataset.column), Number(button.dataset.end));
  });
  policy.addEventListener("input", soon);
  event.addEventListener("input", soon);
  client.addEventListener("change", () => { listSamples(false); sample.selectedIndex = 0; takeSample(); });
  sample.addEventListener("change", takeSample);
  by("decide").addEventListener("click", go);
  by("run-tests").addEventListener("click", () => { live = true; by("linked").hidden = true; send("tests"); });
  by("share").addEventListener("click", share);
  listSamples(true);
  if (fromLink()) {
    live = false;
    by("linked").hidden = false;
    status.textContent = "";
  } else {
    go();
  }
})();
