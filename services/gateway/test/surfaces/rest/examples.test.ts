import type { z } from 'zod';
import { checkInput } from '../../../src/surfaces/rest/check-input';
import type { RestRoute, RouteExample } from '../../../src/surfaces/rest/route';
import { restRoutes } from '../../../src/surfaces/rest/routes';

const withExample = restRoutes.filter(({ example }) => example) as (RestRoute & { example: RouteExample })[];

describe('the example of each route', () => {
  it('exists [REST-D4]', () => {
    const without = restRoutes.filter(({ example }) => !example).map(({ operationId }) => operationId);
    expect(without).toEqual([]);
  });

  it.each(withExample.map((route) => [route.operationId, route] as const))(
    '%s sends a valid request, and shows a valid answer [REST-D4]',
    (_name, route) => {
      const { params = {}, query = {}, body, answer } = route.example;
      const given = { params: texts(params), query: texts(query), body };
      expect(() => checkInput(route, given)).not.toThrow();
      expect(Object.keys(params).sort()).toEqual(Object.keys(route.params?.shape ?? {}).sort());
      const members = (route.answers[201] ?? route.answers[200]) as z.ZodObject;
      // Parsing drops members that are not in the schema. So the result equals the example only if the schema has all
      // of the example's members.
      expect(members.parse(answer)).toEqual(answer);
    },
  );
});

const texts = (values: Readonly<Record<string, string | number>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
