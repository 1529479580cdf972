import { useEffect, useState } from 'preact/hooks';
import { askData, failureWords } from '../base/answers';
import { Badge, Heading, LinkButton, Notice } from '../base/blocks';
import { poll } from '../base/poll';
import { ShowAll } from '../base/show-all';
import { useHost } from '../base/start-view';
import { count, money } from '../base/words';
import { type Batch, orderName } from './batch';
import './batch.css';

interface Props {
  /** The batch's id. When absent, the latest batch is shown. */
  readonly batchId?: number | undefined;
  readonly known?: Batch;
  readonly takesFocus?: boolean;
}

/** A token may make 60 requests a minute, and the model needs most of them. */
const EVERY_MS = 3_000;

const WORDS: Readonly<Record<string, readonly [string, 'good' | 'warn' | 'bad' | 'accent']>> = {
  queued: ['Queued', 'accent'],
  purchasing: ['Buying', 'accent'],
  completed: ['Completed', 'good'],
  completed_with_errors: ['Completed with problems', 'warn'],
  failed: ['Failed', 'bad'],
};

/** A batch with its problems: its progress while it runs, then its labels. */
export function BatchProgress({ batchId, known, takesFocus = false }: Props) {
  const { bridge } = useHost();
  const [batch, setBatch] = useState(known);
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    if (known?.finished_at) return;
    const id = batchId ?? known?.batch_id;
    const ask = () =>
      askData<Batch>(bridge, 'get_batch_status', id === undefined ? {} : { batch_id: id }).catch((error) => {
        setProblem(failureWords(error));
        throw error;
      });
    const take = (answer: Batch) => {
      setBatch(answer);
      setProblem(undefined);
      return answer.finished_at !== null;
    };
    if (!known) ask().then(take, () => undefined);
    return poll({ ask, take, everyMs: EVERY_MS });
  }, [bridge, batchId]);

  if (!batch)
    return problem ? <Notice tone="bad">{problem}</Notice> : <p class="quiet">Reading the batch…</p>;
  const { counts, problems, items } = batch;
  const done = counts.total - counts.queued;
  const [words, tone] = WORDS[batch.status] ?? [batch.status, 'accent' as const];
  return (
    <>
      <div class="row apart">
        <Heading
          takesFocus={takesFocus}
          lead={`${count(counts.total, 'order')}, ${money(batch.total_charge)}`}
        >
          {`Batch ${batch.batch_id}`}
        </Heading>
        <Badge tone={tone}>{words}</Badge>
      </div>
      <div>
        <progress value={done} max={counts.total} aria-label="Orders processed" />
        <p class="quiet small" role="status">
          {[
            `${done} of ${counts.total} done`,
            `${counts.purchased} bought`,
            ...(counts.failed > 0 ? [`${counts.failed} failed`] : []),
            ...(counts.voided > 0 ? [`${counts.voided} voided later`] : []),
          ].join(' · ')}
        </p>
      </div>
      {problem && <p class="quiet small">{`The batch could not be read again: ${problem}`}</p>}
      {batch.labels_url && (
        <div class="row">
          <LinkButton href={batch.labels_url} kind="primary">
            Open all labels
          </LinkButton>
        </div>
      )}
      {problems.length > 0 && (
        <section class="stack tight">
          <h2>Problems</h2>
          <table>
            <tbody>
              {problems.map((row) => (
                <tr key={row.order_id}>
                  <td class="name">{orderName(row)}</td>
                  <td>{row.error?.message ?? 'No reason was given.'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {batch.finished_at && items.length > 0 && <Items items={items} />}
    </>
  );
}

const Items = ({ items }: { items: Batch['items'] }) => (
  <section class="stack tight">
    <h2>Labels</h2>
    <ShowAll
      rows={items.filter(({ status }) => status !== 'failed')}
      row={(item) => (
        <tr key={item.order_id}>
          <td class="name">{orderName(item)}</td>
          <td>{item.tracking_number ? <code>{item.tracking_number}</code> : item.status}</td>
          <td class="number">{item.price === null ? '' : money(item.price)}</td>
        </tr>
      )}
    />
  </section>
);
