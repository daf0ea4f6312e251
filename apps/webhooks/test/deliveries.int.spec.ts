import { useScenario } from './scenario.ts';

// Of one file, they share one service: to start one takes longer than most of them.
useScenario();
await import('./deliveries/arrival.cases.ts');
await import('./deliveries/call-order.cases.ts');
await import('./deliveries/call-gate-laws.cases.ts');
await import('./deliveries/deleted-calls.cases.ts');
await import('./deliveries/sent-again.cases.ts');
await import('./deliveries/consumed-messages.cases.ts');
await import('./deliveries/retries.cases.ts');
