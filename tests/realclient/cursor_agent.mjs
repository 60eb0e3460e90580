// Drives Cursor's agent through what its package exports: one local agent, one prompt.
// node cursor_agent.mjs PACKAGE PROMPT; the project is the working folder. What it says goes to stdout, a line each.
import { pathToFileURL } from "node:url";

const [entry, prompt] = process.argv.slice(2);
const { Agent, JsonlLocalAgentStore } = await import(pathToFileURL(entry).href);
const local = {
  cwd: process.cwd(),
  settingSources: ["all"],
  enableAgentRetries: false,
  store: new JsonlLocalAgentStore(`${process.env.HOME}/store`),
};
const agent = await Agent.create({ apiKey: "scripted", model: { id: "auto" }, local });
const run = await agent.send(prompt);
for await (const message of run.stream()) console.log(JSON.stringify(message));
process.exit(0);
