import { useState } from 'preact/hooks';
import '../../src/surfaces/web/assets/charts.css';
import { ask, failureWords, readAnswer } from '../base/answers';
import { Heading, Notice } from '../base/blocks';
import { startView, useHost, type ViewProps } from '../base/start-view';
import { day } from '../base/words';
import type { SpendReport, VolumeReport } from './report';
import './reports.css';
import { Spend } from './spend';
import { Volume } from './volume';

const KINDS = {
  spend: { name: 'Spend', tool: 'get_shipping_report' },
  volume: { name: 'Volume', tool: 'get_shipping_analytics' },
} as const;

type Kind = keyof typeof KINDS;
type Report = SpendReport | VolumeReport;

/**
 * Shows the answer of `get_shipping_report` or `get_shipping_analytics`. The other report is requested when the person
 * opens it.
 */
function ReportsView({ result }: ViewProps) {
  const answer = readAnswer<Report>(result);
  if ('refusal' in answer) return <Notice tone="bad">{answer.refusal}</Notice>;
  return <Plots first={answer.data} />;
}

function Plots({ first }: { first: Report }) {
  const { bridge } = useHost();
  const [kind, setKind] = useState<Kind>('months' in first ? 'spend' : 'volume');
  const [reports, setReports] = useState<Partial<Record<Kind, Report>>>({ [kind]: first });
  const [problem, setProblem] = useState<string>();

  const choose = async (wanted: Kind) => {
    setKind(wanted);
    setProblem(undefined);
    if (reports[wanted]) return;
    try {
      const answer = await ask<Report>(bridge, KINDS[wanted].tool, {});
      if ('data' in answer) setReports((known) => ({ ...known, [wanted]: answer.data }));
      else setProblem(answer.refusal);
    } catch (error) {
      setProblem(failureWords(error));
    }
  };

  const report = reports[kind];
  return (
    <>
      <div class="row apart">
        <Heading lead={report ? `${day(report.period.from)} to ${day(report.period.to)}` : 'Reading…'}>
          {kind === 'spend' ? 'Shipping spend' : 'Shipping volume'}
        </Heading>
        <fieldset class="choice">
          <legend class="visually-hidden">Report</legend>
          {(Object.keys(KINDS) as Kind[]).map((one) => (
            <button key={one} type="button" aria-pressed={one === kind} onClick={() => choose(one)}>
              {KINDS[one].name}
            </button>
          ))}
        </fieldset>
      </div>
      {problem && <Notice tone="bad">{problem}</Notice>}
      {report && ('months' in report ? <Spend report={report} /> : <Volume report={report} />)}
    </>
  );
}

startView('reports', ReportsView);
