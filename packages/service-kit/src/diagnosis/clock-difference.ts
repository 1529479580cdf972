/**
 * Returns by how many milliseconds this machine's clock is ahead of a server's clock; negative when it is behind. The
 * server read its clock at an unknown time between the question and the answer. So a time in between is no difference,
 * however slow the answer was.
 */
export function clockDifference(serverTime: Date, askedAt: Date, answeredAt: Date): number {
  const [server, asked, answered] = [serverTime, askedAt, answeredAt].map(Number) as [number, number, number];
  return server > answered ? answered - server : Math.max(0, asked - server);
}
