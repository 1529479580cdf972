import { CHANGELOG } from '../../../src/surfaces/rest/changelog/changelog';
import { startGateway } from '../../support/start-gateway';

describe('/public/changelog', () => {
  it('lists the changes without a token, newest first [REST-D8]', async () => {
    const gateway = await startGateway();
    const response = await fetch(`${gateway.url}/public/changelog`);
    const { success, result } = (await response.json()) as { success: boolean; result: { date: string }[] };
    expect([response.status, success, result]).toEqual([200, true, CHANGELOG]);
    const dates = result.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().reverse());
    for (const date of dates) expect(new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10)).toBe(date);
  });
});
