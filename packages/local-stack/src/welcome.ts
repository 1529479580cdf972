import type { StackFile } from './stack-file';

export function welcome({ baseUrl, mcpUrl, demo, mailDir, engines }: StackFile): string {
  const header = `Authorization: Bearer ${demo.accessToken}`;
  const json = { mcpServers: { parcelyard: { type: 'http', url: mcpUrl, headers: headerObject(header) } } };
  return `
Parcelyard is ready at ${baseUrl}

  MCP endpoint   ${mcpUrl}
  Demo sign-in   ${demo.email} / ${demo.password}
  Access token   ${demo.accessToken}
  Mail           ${mailDir} (nothing leaves this machine)
  Engines        database: ${engines.mongo.kind}, events: ${engines.nats.kind}

Claude Code:

  claude mcp add --transport http parcelyard ${mcpUrl} --header "${header}"

Clients that read JSON (Claude Desktop through a connector that speaks HTTP, Cursor, VS Code):

${indent(JSON.stringify(json, null, 2))}

A first call:

  curl -s ${mcpUrl} -H 'Content-Type: application/json' -H '${header}' \\
    -d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_orders","arguments":{"page_size":3}}}'

Ctrl-C stops everything; what you did is there again next time.
`;
}

function headerObject(header: string): Record<string, string> {
  const separator = header.indexOf(':');
  return { [header.slice(0, separator)]: header.slice(separator + 1).trim() };
}

const indent = (text: string): string => text.replaceAll(/^/gm, '  ');
