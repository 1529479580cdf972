/** How many locations, labels, and lines of a location are read for one order. No real order has more. */
const PLACES = 20;
const LABELS = 50;
const LINES_OF_A_PLACE = 40;

/** The parts of an order that are still open, by location, and the fulfilled parts, by tracking number. */
export const FULFILLMENTS_QUERY = `
query Fulfillments($id: ID!) {
  order(id: $id) {
    fulfillments(first: ${LABELS}) { id status trackingInfo(first: 5) { number } }
    fulfillmentOrders(first: ${PLACES}) {
      nodes {
        id
        status
        supportedActions { action }
        assignedLocation { location { id } }
        lineItems(first: ${LINES_OF_A_PLACE}) {
          nodes { id remainingQuantity requiresShipping }
          pageInfo { hasNextPage }
        }
      }
    }
  }
}`;

export const FULFILL_MUTATION = `
mutation Fulfill($fulfillment: FulfillmentInput!) {
  fulfillmentCreate(fulfillment: $fulfillment) {
    fulfillment { id }
    userErrors { field message }
  }
}`;

export const CANCEL_FULFILLMENT_MUTATION = `
mutation CancelFulfillment($id: ID!) {
  fulfillmentCancel(id: $id) {
    fulfillment { id }
    userErrors { field message }
  }
}`;
