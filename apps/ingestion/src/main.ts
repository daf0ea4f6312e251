import 'reflect-metadata';
import { configOrExit, createLogger, endAfterCrash, listenOrExit } from '@ci/platform';
import { readConfig, SERVICE } from './config.ts';
import { createApp } from './create-app.ts';

const config = configOrExit(readConfig);
const logger = createLogger({ service: SERVICE, level: config.LOG_LEVEL });
const app = await createApp({ config, logger, onCrash: endAfterCrash(logger) });
await listenOrExit(app, config);
