import { ordinarySystem } from '../ordinary-system.ts';
import { apiKeys } from './api-keys.journeys.ts';
import { aroundThePages } from './around-the-pages.journeys.ts';
import { calls } from './calls.journeys.ts';
import { consoleFrame } from './console-frame.ts';
import { fiveTasks } from './five-tasks.journeys.ts';
import { languages } from './languages.journeys.ts';
import { members } from './members.journeys.ts';
import { transcriptFile } from './transcript-file.journeys.ts';
import { wayIn } from './way-in.journeys.ts';
import { webhooks } from './webhooks.journeys.ts';

// All through one system: to start it costs more than most of the journeys.
const frame = consoleFrame(ordinarySystem);

wayIn(frame);
apiKeys(frame);
aroundThePages(frame);
calls(frame);
transcriptFile(frame);
webhooks(frame);
members(frame);
languages(frame);
fiveTasks(frame);
