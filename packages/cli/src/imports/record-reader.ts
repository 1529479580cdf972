import { readFileSync } from 'node:fs';
import { fromDollars } from '@parcelyard/money/dollars';
import { parseCalendarDate } from '@parcelyard/service-kit/calendar/calendar-date';
import { startOfDay } from '@parcelyard/service-kit/calendar/day-in-zone';
import { UsageError } from '../arguments';

/**
 * Returns the records of an import file: a JSON list, or an object with the list under the given name.
 * @param timeZone the account's time zone; a date without a time is a day in this zone
 */
export function readRecords(file: string, name: string, timeZone: string): RecordReader[] {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`);
  }
  const list = Array.isArray(content) ? content : (content as Record<string, unknown> | null)?.[name];
  if (!Array.isArray(list))
    throw new UsageError(`${file} must contain a list, or an object with a list ${name}.`);
  return list.map((record, index) => RecordReader.of(record, `${name}[${index}]`, timeZone));
}

/**
 * Reads one record of an import file. Names may be `snake_case` or `camelCase`; `null` counts as absent; unknown fields
 * are ignored.
 */
export class RecordReader {
  private constructor(
    private readonly fields: ReadonlyMap<string, unknown>,
    readonly path: string,
    private readonly timeZone: string,
  ) {}

  static of(value: unknown, path: string, timeZone: string): RecordReader {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new UsageError(`${path} must be an object.`);
    }
    const fields = Object.entries(value).filter(([, field]) => field !== null && field !== undefined);
    const byName = new Map(fields.map(([name, field]) => [toSnakeCase(name), field]));
    return new RecordReader(byName, path, timeZone);
  }

  has(name: string): boolean {
    return this.fields.has(name);
  }

  /** Returns the text of the first of these names that the record has. */
  text(...names: string[]): string | undefined {
    return this.first(names, 'text', (value) =>
      typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined,
    );
  }

  number(...names: string[]): number | undefined {
    return this.first(names, 'a number', (value) =>
      typeof value === 'number' && Number.isFinite(value) ? value : undefined,
    );
  }

  cents(...names: string[]): number | undefined {
    const dollars = this.number(...names);
    return dollars === undefined ? undefined : fromDollars(dollars);
  }

  flag(...names: string[]): boolean | undefined {
    return this.first(names, 'true or false', (value) => (typeof value === 'boolean' ? value : undefined));
  }

  /**
   * Reads a date (`YYYY-MM-DD`) or an ISO time. A date stands for the start of that day in the account's time zone. A
   * time without a zone is UTC.
   */
  date(...names: string[]): Date | undefined {
    return this.first(names, 'a date such as 2026-03-02 or 2026-03-02T15:00:00Z', (value) => {
      if (typeof value !== 'string') return undefined;
      // `Date` would accept 30 February and make it a day in March.
      const day = parseCalendarDate(value.slice(0, 10));
      if (!day) return undefined;
      if (value === day) return startOfDay(day, this.timeZone);
      const date = new Date(/(?:Z|[+-]\d\d:?\d\d)$/i.test(value) ? value : `${value}Z`);
      return Number.isNaN(date.getTime()) ? undefined : date;
    });
  }

  record(...names: string[]): RecordReader | undefined {
    const name = names.find((candidate) => this.has(candidate));
    if (name === undefined) return undefined;
    return RecordReader.of(this.fields.get(name), `${this.path}.${name}`, this.timeZone);
  }

  list(name: string): RecordReader[] {
    const list = this.fields.get(name) ?? [];
    if (!Array.isArray(list)) throw new UsageError(`${this.path}.${name} must be a list.`);
    return list.map((item, index) => RecordReader.of(item, `${this.path}.${name}[${index}]`, this.timeZone));
  }

  private first<T>(
    names: readonly string[],
    rule: string,
    read: (value: unknown) => T | undefined,
  ): T | undefined {
    const name = names.find((candidate) => this.has(candidate));
    if (name === undefined) return undefined;
    const value = read(this.fields.get(name));
    if (value === undefined) {
      throw new UsageError(
        `${this.path}.${name} must be ${rule}; got ${JSON.stringify(this.fields.get(name))}.`,
      );
    }
    return value;
  }
}

const toSnakeCase = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll('-', '_');
