/**
 * Returns the changelog's text for a version, without its heading.
 * @param changelog in the form of Keep a Changelog: `## 1.2.3` or `## [1.2.3] - 2026-11-23`
 * @returns undefined when the changelog has no text for the version
 */
export function releaseNotes(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const found = sections.find((section) => headingOf(section) === version.toLowerCase());
  const notes = found?.slice(found.indexOf('\n') + 1).trim();
  return notes === '' ? undefined : notes;
}

function headingOf(section: string): string {
  const [name = ''] = section.slice(0, section.indexOf('\n')).split(' - ');
  return name.replace('[', '').replace(']', '').trim().toLowerCase();
}
