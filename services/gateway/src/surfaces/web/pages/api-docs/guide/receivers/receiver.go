// SIGNING_SECRET=whsec_… PORT=3000 go run receiver.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// In production, use a unique key of your database instead.
var seen sync.Map

func isAuthentic(header http.Header, body []byte) bool {
	timestamp := header.Get("X-Ship-Timestamp")
	signedAt, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(signedAt, 0)).Abs() > 5*time.Minute {
		return false
	}
	mac := hmac.New(sha256.New, []byte(os.Getenv("SIGNING_SECRET")))
	mac.Write([]byte(timestamp + "."))
	mac.Write(body)
	expected := "v1=" + hex.EncodeToString(mac.Sum(nil))
	// The signature header has two values while a secret is being rotated. One is made with our secret.
	for _, given := range strings.Split(header.Get("X-Ship-Signature"), ",") {
		if hmac.Equal([]byte(expected), []byte(strings.TrimSpace(given))) {
			return true
		}
	}
	return false
}

func receive(response http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, 1<<20))
	if err != nil || !isAuthentic(request.Header, body) {
		http.Error(response, "The signature is wrong or too old.", http.StatusBadRequest)
		return
	}
	var event struct {
		EventId   int64
		EventType string
		Id        int64
	}
	if json.Unmarshal(body, &event) != nil {
		http.Error(response, "The body is not JSON.", http.StatusBadRequest)
		return
	}
	if _, again := seen.LoadOrStore(event.EventId, true); !again {
		log.Printf("%s: order %d", event.EventType, event.Id)
	}
	response.WriteHeader(http.StatusNoContent)
}

func main() {
	http.HandleFunc("POST /", receive)
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
