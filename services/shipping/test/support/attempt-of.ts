export const attemptOf = (orderId: number, generation: number) =>
  expect.stringMatching(new RegExp(`^pur_${orderId}_${generation}_[0-9a-f]+$`));
