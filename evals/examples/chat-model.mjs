/**
 * A solver that lets a model do the jobs. The model may be behind any chat API with tools, in the widespread
 * `/chat/completions` form:
 *
 * CHAT_URL=https://…/v1/chat/completions CHAT_KEY=… CHAT_MODEL=… SOLVER=evals/examples/chat-model.mjs make evals
 */
const { CHAT_URL, CHAT_KEY, CHAT_MODEL } = process.env;
const MOST_TURNS = 40;

export default async function chatModel({ prompt, instructions, tools, call }) {
  const messages = [
    { role: 'system', content: instructions },
    { role: 'user', content: prompt },
  ];
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const message = await complete(messages, tools);
    messages.push(message);
    if (!message.tool_calls?.length) return message.content ?? '';
    for (const { id, function: wanted } of message.tool_calls) {
      const { text } = await call(wanted.name, JSON.parse(wanted.arguments || '{}'));
      messages.push({ role: 'tool', tool_call_id: id, content: text });
    }
  }
  return 'I did not come to an end.';
}

async function complete(messages, tools) {
  const response = await fetch(CHAT_URL, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${CHAT_KEY}` },
    body: JSON.stringify({
      model: CHAT_MODEL,
      messages,
      tools: tools.map(({ name, description, inputSchema }) => ({
        type: 'function',
        function: { name, description, parameters: inputSchema },
      })),
    }),
  });
  if (!response.ok) throw new Error(`The model answered ${response.status}: ${await response.text()}`);
  const { choices } = await response.json();
  return choices[0].message;
}
