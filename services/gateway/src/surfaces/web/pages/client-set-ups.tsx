import { Snippet } from '../view/snippet';
import { mcpClients } from './mcp-clients';

interface Props {
  endpoint: string;
  /** The access token, or what stands for it. */
  accessKey: string;
}

/** Set-up to paste for each client; the first one is open, the others open on demand. */
export const ClientSetUps = ({ endpoint, accessKey }: Props) => (
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
