// Every page in Chromium at two widths, dark and light: no console error, no request to anywhere else, nothing serious
// found by axe, the playground by keyboard alone. Prints one JSON line; screenshots go where the fourth argument says.
//     node look.mjs NODE_MODULES LINK ORIGIN [FOLDER]
import { createRequire } from "node:module";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [modules, link, origin, folder] = process.argv.slice(2);
const require = createRequire(join(modules, "here.js"));
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const profile = mkdtempSync(join(tmpdir(), "policyhooks-browser-"));
const found = { pages: 0, console: [], elsewhere: [], axe: [], wide: [], keyboard: [] };
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];

const context = await chromium.launchPersistentContext(profile, {
  executablePath: process.env.CHROMIUM || "/usr/bin/chromium", headless: true, args: flags,
});
try {
  context.setDefaultTimeout(180000); // a busy machine
  const page = context.pages()[0];
  page.on("console", (one) => { if (["error", "warning"].includes(one.type())) found.console.push(`${page.url().split("#")[0]} ${one.text()}`); });
  page.on("pageerror", (one) => found.console.push(`${page.url().split("#")[0]} ${one}`));
  context.on("request", (one) => { if (!one.url().startsWith(`${origin}/`)) found.elsewhere.push(one.url()); });
  page.on("dialog", (one) => { found.console.push(`a dialog: ${one.message()}`); one.dismiss(); });
  await page.goto(link);
  await page.waitForURL(`${origin}/decisions`);
  const record = await page.evaluate(() => document.querySelector(".v-deny")?.closest("tr").querySelector("a").getAttribute("href"));
  await page.goto(`${origin}/approvals`);
  const ticket = await page.evaluate(() => document.querySelector(".tickets tbody a").getAttribute("href"));
  const paths = ["/rules/packs.git-history/force-push-protected", "/map", "/map?framework=attack", "/map?framework=atlas&show=gaps", "/approvals", ticket,
    "/decisions", "/decisions?verdict=deny&since=30d", record, "/rules", "/judge", "/playground", `/playground?record=${record?.split("/")[2]}`, "/health"];
  for (const scheme of ["light", "dark"]) {
    for (const width of [1280, 390]) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 900 });
      for (const path of paths.filter(Boolean)) {
        await page.goto(origin + path);
        await settle(page, path);
        found.pages += 1;
        const name = `${path.split("?")[0].slice(1).replace(/\/.*/, "-one")}${part(path)}-${width}-${scheme}`;
        if (folder && !path.includes("since")) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
        const spread = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (spread > 0) found.wide.push(`${name}: ${spread}px`);
        // By the debugger, as the page's own policy lets no foreign script in.
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
        for (const one of violations) found.axe.push(`${name} ${one.impact} ${one.id}: ${one.nodes.slice(0, 2).map((node) => node.html.slice(0, 120)).join(" | ")}`);
      }
    }
  }
  await byKeyboard(page);
} finally {
  await context.close();
  rmSync(profile, { recursive: true, force: true });
}
console.log(JSON.stringify(found));

// What tells two screenshots of one page apart.
function part(path) {
  if (path.includes("record=")) return "-recorded";
  return path.startsWith("/map?") ? `-${path.match(/framework=(\w+)/)[1]}` : "";
}

async function settle(page, path) {
  if (path.startsWith("/playground")) await page.waitForFunction(() => document.querySelector("#result .headline, #result .problem"), null, { timeout: 300000 });
  if (path.startsWith("/rules")) {
    for (let tries = 0; tries < 240 && (await page.getByText("policies are being read").count()); tries += 1) {
      await page.waitForTimeout(500);
      await page.goto(origin + path);
    }
  }
  if (path === "/health") {
    for (let tries = 0; tries < 120 && (await page.getByText("Being examined").count()); tries += 1) {
      await page.waitForTimeout(500);
      await page.goto(origin + path);
    }
  }
}

// From the top of the page with Tab, typing and Enter alone: edit the policy, see the verdict change, run the tests.
async function byKeyboard(page) {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${origin}/playground`);
  await settle(page, "/playground");
  const step = (text) => found.keyboard.push(text);
  const reach = async (id) => {
    for (let tries = 0; tries < 60; tries += 1) {
      if ((await page.evaluate(() => document.activeElement?.id)) === id) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`Tab does not reach ${id}`);
  };
  const verdict = () => page.evaluate(() => document.querySelector("#result .verdict")?.textContent.trim());
  await reach("policy");
  step(`at first: ${await verdict()}`);
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(readFileSync(new URL("audit.yaml", import.meta.url), "utf8"));
  await page.waitForFunction(() => document.querySelector("#result .verdict")?.textContent.includes("ask"));
  step(`edited: ${await verdict()}`);
  await reach("sample");
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction(() => document.querySelector("#result .verdict")?.textContent.includes("pass"));
  step(`another sample: ${await verdict()}`);
  await reach("run-tests");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("#tests .headline"));
  step(`tests: ${await page.evaluate(() => document.querySelector("#tests .headline b").textContent)}`);
  await reach("share");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => location.hash.length > 10);
  const shared = page.url();
  let asked = 0;
  const count = (one) => { if (one.url().endsWith("/playground/decide")) asked += 1; };
  await page.goto(`${origin}/rules`);
  page.on("request", count);
  await page.goto(shared);
  await page.waitForTimeout(800);
  step(`a link asks ${asked} times before a click`);
  await reach("decide");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("#result .verdict"));
  step(`a link, decided: ${await verdict()}`);
  await throughApprovals(page, step);
}

// A ticket is found, read whole, and its command copied; nothing on the way sends anything.
async function throughApprovals(page, step) {
  await page.goto(`${origin}/approvals`);
  const press = async (selector) => {
    for (let tries = 0; tries < 80; tries += 1) {
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
    }
    throw new Error(`Tab does not reach ${selector}`);
  };
  const rows = await page.evaluate(() => [...document.querySelectorAll(".tickets tbody tr .state")].map((one) => one.textContent));
  const found = await page.evaluate(() => [...document.querySelectorAll(".tickets tbody tr")].find((row) => row.textContent.includes("npm publish")).querySelector("a").getAttribute("href"));
  step(`tickets: ${rows.length}, the first one ${rows[0]}`);
  await press(`a[href="${found}"]`);
  await page.waitForURL(`${origin}${found}`);
  const call = await page.evaluate(() => [...document.querySelectorAll("h3")].find((one) => one.textContent.startsWith("Command")).nextElementSibling.textContent);
  step(`the whole call: ${call}`);
  await press("[data-copy=approve]");
  await page.waitForFunction(() => document.querySelector("[data-copy=approve]").textContent !== "Copy the command");
  step("copied: the command");
  const forms = await page.evaluate(() => document.querySelectorAll("main form, main button:not([data-copy])").length);
  step(forms ? `${forms} forms` : "no button sends anything");
}
