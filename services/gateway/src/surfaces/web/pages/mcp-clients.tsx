import { Snippet } from '../view/blocks';

interface ClientSetUpsProps {
  endpoint: string;
  /** The access token, or a placeholder. */
  accessKey: string;
}

/** How to set up each client, with text to copy. At first only the first one is open. */
export const ClientSetUps = ({ endpoint, accessKey }: ClientSetUpsProps) => (
  <>
    {mcpClients(endpoint, accessKey).map(({ name, how, text }, index) => (
      <details key={name} open={index === 0}>
        <summary>{name}</summary>
        <div class="stack-tight">
          <p class="small muted">{how}</p>
          <Snippet label={`Set-up for ${name}`}>{text}</Snippet>
        </div>
      </details>
    ))}
  </>
);

/** How to connect one client to the endpoint. */
export interface McpClientSetUp {
  readonly name: string;
  /** Instructions for using the text. */
  readonly how: string;
  readonly text: string;
}

/** How to set up common clients, and the JSON that most others need. */
function mcpClients(endpoint: string, key: string): readonly McpClientSetUp[] {
  const header = `Authorization: Bearer ${key}`;
  const headers = { Authorization: `Bearer ${key}` };
  const json = (value: unknown) => JSON.stringify(value, null, 2);
  return [
    {
      name: 'Claude Code',
      how: 'Run this in a terminal.',
      text: `claude mcp add --transport http parcelyard ${endpoint} --header "${header}"`,
    },
    {
      name: 'Claude Desktop',
      how: 'Add this to claude_desktop_config.json and restart. It needs Node.js for mcp-remote.',
      text: json({
        mcpServers: {
          parcelyard: {
            command: 'npx',
            // mcp-remote fills it in itself; on Windows a space within an argument is lost.
            // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the client's placeholder
            args: ['-y', 'mcp-remote', endpoint, '--header', 'Authorization:${AUTH_HEADER}'],
            env: { AUTH_HEADER: `Bearer ${key}` },
          },
        },
      }),
    },
    {
      name: 'Cursor',
      how: 'Add this to ~/.cursor/mcp.json, or to .cursor/mcp.json in a project.',
      text: json({ mcpServers: { parcelyard: { url: endpoint, headers } } }),
    },
    {
      name: 'VS Code',
      how: 'Add this to .vscode/mcp.json.',
      text: json({ servers: { parcelyard: { type: 'http', url: endpoint, headers } } }),
    },
    {
      name: 'Other clients',
      how: 'Most clients accept this format. The transport is Streamable HTTP.',
      text: json({ mcpServers: { parcelyard: { type: 'http', url: endpoint, headers } } }),
    },
  ];
}

/** A call from any terminal that tests endpoint and key. */
export const firstCall = (endpoint: string, key: string): string =>
  `curl -s ${endpoint} -H 'Content-Type: application/json' -H 'Authorization: Bearer ${key}' -d '${JSON.stringify(
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'curl', version: '1' },
      },
    },
  )}'`;
