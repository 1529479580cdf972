// The flow of every generated client: from a customer to a deleted order, with OpenAPI Generator's Go client.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	client "parcelyard.example/client"
)

const price = 262145.37 // a 32-bit number would not be exact to the cent

func main() {
	config := client.NewConfiguration()
	config.Servers = client.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	api := client.NewAPIClient(config)
	ctx := context.WithValue(context.Background(), client.ContextAccessToken, os.Getenv("ACCESS_TOKEN"))

	customer, _, err := api.CustomersAPI.CreateCustomer(ctx).CustomerInput(*client.NewCustomerInput("oag-go@example.com")).Execute()
	check(err)
	item := client.NewOrderItemInput("MUG", 1)
	item.SetPrice(price)
	input := client.NewOrderInput("OAG-GO", "Ada", "Lovelace", "350 5th Ave", "New York", "NY", "10118", "US", []client.OrderItemInput{*item})
	input.SetCustomerId(customer.Result.Id)
	made, _, err := api.OrdersAPI.CreateOrder(ctx).OrderInput(*input).Execute()
	check(err)
	order := made.Result
	must(made.Created && order.Subtotal == price, order.Subtotal)
	_, _, err = api.OrdersAPI.CreateOrder(ctx).OrderInput(*input).Execute()
	must(codeOf(err) == "invoice_number_taken", err)
	rating := client.NewShippingInfoRequest(order.Id)
	rating.SetWeightOz(12)
	rated, _, err := api.ShippingAPI.ShippingInfo(ctx).ShippingInfoRequest(*rating).Execute()
	check(err)
	rate := rated.Result.Rates[0]
	chosen := client.NewPurchaseLabelRequest(order.Id, rate.RateId, rated.Result.PackageId, rate.Method, rate.ServiceLevel)
	label, _, err := api.ShippingAPI.PurchaseLabel(ctx).PurchaseLabelRequest(*chosen).Execute()
	check(err)
	tracking, _, err := api.ShippingAPI.GetTracking(ctx, order.Id).Execute()
	check(err)
	must(*tracking.Result.TrackingNumber.Get() == *label.Result.TrackingNumber.Get(), tracking.Result)
	must(tracking.Result.ShipDate.Get().Year() >= 2026, tracking.Result.ShipDate)
	voided, _, err := api.ShippingAPI.VoidLabel(ctx, order.Id).Execute()
	check(err)
	must(voided.Result.Voided, voided)
	registered, _, err := api.WebhookAPI.RegisterWebhook(ctx).WebhookInput(*client.NewWebhookInput("http://127.0.0.1:9/hook")).Execute()
	check(err)
	rotated, _, err := api.WebhookAPI.RotateWebhookSecret(ctx).Execute()
	check(err)
	must(*rotated.Result.SigningSecret.Get() != *registered.Result.SigningSecret.Get(), rotated)
	tested, _, err := api.WebhookAPI.TestWebhook(ctx).Execute()
	check(err)
	must(tested.Result.EventType == "test" && tested.Result.LastError.Get() != nil, tested.Result)
	deliveries, _, err := api.WebhookAPI.ListWebhookDeliveries(ctx).Execute()
	check(err)
	must(deliveries.Result[0].DeliveryId == tested.Result.DeliveryId, deliveries.Result)
	seen := map[int64]bool{}
	for cursor, more := "", true; more; {
		page, _, err := api.OrdersAPI.ListOrders(ctx).Cursor(cursor).PageSize(50).Execute()
		check(err)
		for _, each := range page.Result {
			must(!seen[each.Id], each.Id)
			seen[each.Id] = true
		}
		next := page.Pagination.NextCursor.Get()
		if more = next != nil; more {
			cursor = *next
		}
	}
	must(seen[order.Id], seen)
	_, _, err = api.OrdersAPI.DeleteOrder(ctx, order.Id).Execute()
	check(err)
	_, _, err = api.OrdersAPI.GetOrder(ctx, 999_999_999).Execute()
	must(codeOf(err) == "not_found", err)
}

func codeOf(err error) string {
	var problem client.Problem
	refusal, isRefusal := err.(*client.GenericOpenAPIError)
	must(isRefusal, err)
	check(json.Unmarshal(refusal.Body(), &problem))
	return string(problem.Code)
}

func check(err error) {
	if err != nil {
		if refusal, ok := err.(*client.GenericOpenAPIError); ok {
			fmt.Println(string(refusal.Body()))
		}
		panic(err)
	}
}

func must(holds bool, told any) {
	if !holds {
		panic(fmt.Sprint(told))
	}
}
