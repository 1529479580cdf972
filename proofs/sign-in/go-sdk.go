// An app with the official Go SDK. It signs in as a client that was registered before, and calls a tool.
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/modelcontextprotocol/go-sdk/oauthex"
)

// The owner opens the address and allows the app. The result is the address to which the owner is sent.
func askOwner(_ context.Context, args *auth.AuthorizationArgs) (*auth.AuthorizationResult, error) {
	answer, err := http.Get(os.Getenv("OWNER_URL") + "?url=" + url.QueryEscape(args.URL))
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, err
	}
	back, err := url.Parse(string(text))
	if err != nil {
		return nil, err
	}
	query := back.Query()
	return &auth.AuthorizationResult{Code: query.Get("code"), State: query.Get("state"), Iss: query.Get("iss")}, nil
}

func main() {
	ctx := context.Background()
	handler, err := auth.NewAuthorizationCodeHandler(&auth.AuthorizationCodeHandlerConfig{
		PreregisteredClient:      &oauthex.ClientCredentials{ClientID: os.Getenv("CLIENT_ID")},
		RedirectURL:              os.Getenv("REDIRECT"),
		AuthorizationCodeFetcher: askOwner,
	})
	if err != nil {
		log.Fatal(err)
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "proof", Version: "1"}, nil)
	session, err := client.Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint: os.Getenv("MCP_URL"), OAuthHandler: handler}, nil)
	if err != nil {
		log.Fatal(err)
	}
	defer session.Close()
	result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "get_balance", Arguments: map[string]any{}})
	if err != nil {
		log.Fatal(err)
	}
	good := 1
	if result.IsError {
		good = 0
	}
	fmt.Printf("{\"asked\": 1, \"good\": %d}\n", good)
}
