// The flow of every generated client: from a customer to a deleted order, with oapi-codegen's client.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"parcelyard.example/client"
)

const price = 262145.37 // a 32-bit number would not be exact to the cent

func main() {
	ctx := context.Background()
	withToken := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("ACCESS_TOKEN"))
		return nil
	}
	api, err := client.NewClientWithResponses(os.Getenv("BASE_URL"), client.WithRequestEditorFn(withToken))
	check(err)

	customer, err := api.CreateCustomerWithResponse(ctx, nil, client.CustomerInput{Email: "oac@example.com"})
	check(err)
	cost := price
	input := client.OrderInput{
		InvoiceNumber: "OAC", FirstName: "Ada", LastName: "Lovelace", Address1: "350 5th Ave", City: "New York",
		State: "NY", Zip: "10118", Country: "US", CustomerId: &customer.JSON201.Result.Id,
		Items: []client.OrderItemInput{{ItemCode: "MUG", Quantity: 1, Price: &cost}},
	}
	made, err := api.CreateOrderWithResponse(ctx, nil, input)
	check(err)
	order := made.JSON201.Result
	must(made.JSON201.Created && order.Subtotal == price, order.Subtotal)
	again, err := api.CreateOrderWithResponse(ctx, nil, input)
	check(err)
	must(again.JSON409.Code == "invoice_number_taken", string(again.Body))
	ounces := 12.0
	rated, err := api.ShippingInfoWithResponse(ctx, nil, client.ShippingInfoRequest{OrderId: order.Id, WeightOz: &ounces})
	check(err)
	rate := rated.JSON200.Result.Rates[0]
	label, err := api.PurchaseLabelWithResponse(ctx, nil, client.PurchaseLabelRequest{
		OrderId: order.Id, RateId: rate.RateId, PackageId: rated.JSON200.Result.PackageId, Method: rate.Method,
		ServiceLevel: rate.ServiceLevel,
	})
	check(err)
	tracking, err := api.GetTrackingWithResponse(ctx, order.Id)
	check(err)
	must(*tracking.JSON200.Result.TrackingNumber == *label.JSON200.Result.TrackingNumber, string(tracking.Body))
	must(tracking.JSON200.Result.ShipDate.Year() >= 2026, string(tracking.Body))
	voided, err := api.VoidLabelWithResponse(ctx, order.Id, nil)
	check(err)
	must(voided.JSON200.Result.Voided, string(voided.Body))
	registered, err := api.RegisterWebhookWithResponse(ctx, nil, client.WebhookInput{Url: "http://127.0.0.1:9/hook"})
	check(err)
	rotated, err := api.RotateWebhookSecretWithResponse(ctx, nil)
	check(err)
	must(*rotated.JSON200.Result.SigningSecret != *registered.JSON200.Result.SigningSecret, string(rotated.Body))
	tested, err := api.TestWebhookWithResponse(ctx, nil)
	check(err)
	must(tested.JSON200.Result.EventType == "test" && tested.JSON200.Result.LastError != nil, string(tested.Body))
	deliveries, err := api.ListWebhookDeliveriesWithResponse(ctx, nil)
	check(err)
	must(deliveries.JSON200.Result[0].DeliveryId == tested.JSON200.Result.DeliveryId, string(deliveries.Body))
	seen := map[int64]bool{}
	start, size := "", int64(50)
	for cursor := &start; cursor != nil; {
		page, err := api.ListOrdersWithResponse(ctx, &client.ListOrdersParams{Cursor: cursor, PageSize: &size})
		check(err)
		for _, each := range page.JSON200.Result {
			must(!seen[each.Id], each.Id)
			seen[each.Id] = true
		}
		cursor = page.JSON200.Pagination.NextCursor
	}
	must(seen[order.Id], seen)
	deleted, err := api.DeleteOrderWithResponse(ctx, order.Id, nil)
	check(err)
	must(deleted.JSON200.Result.OrderStatus != "", string(deleted.Body))
	absent, err := api.GetOrderWithResponse(ctx, 999_999_999)
	check(err)
	must(absent.JSON404.Code == "not_found", string(absent.Body))
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func must(holds bool, told any) {
	if !holds {
		panic(fmt.Sprint(told))
	}
}
