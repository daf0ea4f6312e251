/** Imported into one file, they share one service (`scenario.ts`): to start one takes longer than most of them. */
import './deliveries/arrival.cases.ts';
import './deliveries/call-order.cases.ts';
import './deliveries/call-gate-laws.cases.ts';
import './deliveries/sent-again.cases.ts';
import './deliveries/consumed-messages.cases.ts';
import './deliveries/retries.cases.ts';
