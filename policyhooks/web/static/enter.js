"use strict";
// The token stands behind the # of the link: it is never part of a request until it is sent here.
(async () => {
  const said = document.getElementById("said");
  const token = location.hash.slice(1);
  history.replaceState(null, "", "/enter");
  if (!token) {
    said.textContent = "Open the link that policyhooks serve has printed.";
    return;
  }
  try {
    const answer = await fetch("/enter", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ token }),
    });
    const told = await answer.json();
    if (answer.ok) location.replace(told.to);
    else said.textContent = `${told.problem}. Ask policyhooks serve for another: press Enter there.`;
  } catch {
    said.textContent = "The page does not answer. Is policyhooks serve still running?";
  }
})();
