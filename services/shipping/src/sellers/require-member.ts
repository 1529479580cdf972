import { CarrierNoAnswer } from './carrier-errors';

/**
 * Checks that an answer is the seller's. A proxy may answer with status 200 and content of its own.
 * @param member a member that every answer of this call has
 * @throws CarrierNoAnswer when the answer does not have this member
 */
export function requireMember<Shape>(seller: string, answer: unknown, member: string): Shape {
  const value = (answer as Readonly<Record<string, unknown>> | null | undefined)?.[member];
  if (value === undefined || value === null)
    throw new CarrierNoAnswer(seller, new Error(`${seller}'s address answered without \`${member}\`.`));
  return answer as Shape;
}
