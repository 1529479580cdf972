import {
  EXAMPLE_EVENT,
  webhookEventSchema,
} from '../../../../src/surfaces/rest/webhook/webhook-event-schema';

describe('the published schema of an event', () => {
  const names = (schema: { shape: object }) => Object.keys(schema.shape);

  it('names every field of a delivery in its sequence, and no other field [REST-W7]', () => {
    expect(names(webhookEventSchema)).toEqual(Object.keys(EXAMPLE_EVENT));
    expect(names(webhookEventSchema.shape.Shipment)).toEqual(Object.keys(EXAMPLE_EVENT.Shipment));
    expect(names(webhookEventSchema.shape.Items.element)).toEqual(
      Object.keys(EXAMPLE_EVENT.Items[0] as object),
    );
  });

  it.each([
    ['an order', EXAMPLE_EVENT],
    ['an order without a weight', { ...EXAMPLE_EVENT, Weight: null }],
    ['a test', { ...EXAMPLE_EVENT, EventType: 'test', Id: 0 }],
  ])('accepts the event of %s [REST-W7]', (_, event) => {
    expect(webhookEventSchema.strict().parse(event)).toEqual(event);
  });
});
