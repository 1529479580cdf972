/** A span as the collector's debug exporter prints it. */
export interface PrintedSpan {
  readonly service: string;
  /** The value of the program's `deployment.environment.name`. */
  readonly environment: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string;
  /** The span's duration in milliseconds. */
  readonly lasted: number;
}

/** Reads the exporter's output, program by program. */
export const printedSpans = (text: string): PrintedSpan[] =>
  text
    .split('ResourceSpans #')
    .slice(1)
    .flatMap((program) => {
      const [resource = '', ...spans] = program.split('\nSpan #');
      const said = (name: string) => after(resource, `-> ${name}: Str(`).replace(/\)$/, '');
      return spans.map((span) => ({
        service: said('service.name'),
        environment: said('deployment.environment.name'),
        name: after(span, 'Name           : '),
        traceId: after(span, 'Trace ID       : '),
        spanId: after(span, '\n    ID             : '),
        parentId: after(span, 'Parent ID      : '),
        lasted: timeOf(after(span, 'End time       : ')) - timeOf(after(span, 'Start time     : ')),
      }));
    });

function after(text: string, mark: string): string {
  const at = text.indexOf(mark);
  return at < 0 ? '' : (text.slice(at + mark.length).split('\n', 1)[0] as string);
}

/** Returns the time of a text such as `2026-11-23 11:24:36.074436314 +0000 UTC`. */
const timeOf = (text: string): number => {
  const [day = '', time = ''] = text.split(' ');
  return Date.parse(`${day}T${time.slice(0, 12)}Z`);
};
