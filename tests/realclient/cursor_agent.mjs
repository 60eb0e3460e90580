// Drives Cursor's agent through what its package exports: a local agent for each folder, one prompt each.
// node cursor_agent.mjs PACKAGE PROMPT [FOLDER...]; without folders the working folder. What an agent says goes to
// stdout, and at the end a line with what became of its run.
import { pathToFileURL } from "node:url";

const AT_ONCE = 2;
const [entry, prompt, ...named] = process.argv.slice(2);
const { Agent, JsonlLocalAgentStore } = await import(pathToFileURL(entry).href);
const waiting = (named.length ? named : [process.cwd()]).map((folder, number) => [folder, number]);

async function play(folder, number) {
  const local = {
    cwd: folder,
    settingSources: ["all"],
    enableAgentRetries: false,
    store: new JsonlLocalAgentStore(`${process.env.HOME}/store-${number}`),
  };
  const agent = await Agent.create({ apiKey: "scripted", model: { id: "auto" }, local });
  const run = await agent.send(prompt);
  for await (const message of run.stream()) console.log(JSON.stringify(message));
  console.log(JSON.stringify({ folder, status: run.status, reason: run.error?.message ?? "" }));
}

async function work() {
  for (let next = waiting.shift(); next; next = waiting.shift()) await play(...next);
}

await Promise.all(Array.from({ length: AT_ONCE }, work));
process.exit(0);
