package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"net/http"
	"os"
	"path/filepath"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// store writes the event to a file of its id and reports whether it is new.
func store(folder, id string, body []byte) (bool, error) {
	file, err := os.OpenFile(filepath.Join(folder, filepath.Base(id)), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	if err == nil {
		_, err = file.Write(body)
	}
	if err == nil {
		err = file.Sync()
	}
	if err == nil {
		err = file.Close()
	}
	return err == nil, err
}

func main() {
	webhook, err := standardwebhooks.NewWebhook(os.Getenv("WEBHOOK_SECRET"))
	if err != nil {
		log.Fatal(err)
	}
	folder := os.Getenv("WEBHOOK_STORE")
	receive := func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 10<<20))
		if err == nil {
			err = webhook.Verify(body, r.Header)
		}
		var event struct{ ID, Type string }
		if err == nil {
			err = json.Unmarshal(body, &event)
		}
		if err != nil {
			http.Error(w, "not a genuine delivery", http.StatusBadRequest)
			return
		}
		// Stored first: an event that was answered is never sent again.
		isNew, err := store(folder, event.ID, body)
		if err != nil {
			http.Error(w, "not stored", http.StatusInternalServerError)
			return
		}
		w.WriteHeader(http.StatusNoContent)
		if isNew {
			fmt.Println(event.Type, event.ID)
		}
	}
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), http.HandlerFunc(receive)))
}
