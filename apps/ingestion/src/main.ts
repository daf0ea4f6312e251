import 'reflect-metadata';
import { createLogger, endAfterCrash } from '@ci/platform';
import { readConfig, SERVICE } from './config.ts';
import { createApp } from './create-app.ts';

const config = readConfig();
const logger = createLogger({ service: SERVICE, level: config.LOG_LEVEL });
const app = await createApp({ config, logger, onCrash: endAfterCrash(logger) });
await app.startAllMicroservices();
await app.listen(config.PORT, config.HOST);
logger.info({ port: config.PORT }, 'listening');
