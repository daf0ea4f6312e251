#!/bin/bash
# The steps of docs/build/quickstart.md, against a system that `npm start` has started.
set -euo pipefail

# #region key
export BASE_URL=http://localhost:8080/v1
export API_KEY=$(npm run --silent keys -- create --workspace demo --name quickstart --scope read-write --json | node -p 'JSON.parse(fs.readFileSync(0)).key')
# #endregion key

# #region record
export CALL_ID=$(curl -sf "$BASE_URL/calls" -H "Authorization: Bearer $API_KEY" -H 'Content-Type: application/json' -d '{
  "rep_id": "user_dana", "rep": { "name": "Dana Reyes" }, "started_at": "2026-11-20T10:00:00-05:00",
  "prospect": { "email": "marcus.webb@acme-logistics.example", "name": "Marcus Webb", "company": "Acme Logistics" },
  "timezone": "America/New_York",
  "transcript": [
    { "speaker": "prospect", "start_ms": 0, "end_ms": 6000, "text": "The reporting is great, but the price is higher than we budgeted for." },
    { "speaker": "rep", "start_ms": 6300, "end_ms": 12000, "text": "That is fair. The basic plan fits that budget, and you can move up later." },
    { "speaker": "prospect", "start_ms": 12300, "end_ms": 15000, "text": "That works. Let us start with the basic plan." },
    { "speaker": "rep", "start_ms": 15300, "end_ms": 18000, "text": "Great. I will send you the contract by next Friday." }
  ]}' | node -p 'JSON.parse(fs.readFileSync(0)).id')
echo "$CALL_ID"
# #endregion record

# #region summary
curl -sf "$BASE_URL/calls/$CALL_ID/summary" -H "Authorization: Bearer $API_KEY" -H 'Prefer: wait=30'
# #endregion summary

# #region action-items
curl -sf "$BASE_URL/calls/$CALL_ID/action-items" -H "Authorization: Bearer $API_KEY"
# #endregion action-items

# #region contact
curl -sf "$BASE_URL/contacts?email=marcus.webb@acme-logistics.example" -H "Authorization: Bearer $API_KEY"
# #endregion contact
