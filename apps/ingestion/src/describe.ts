import 'reflect-metadata';
import { describeControllers, writeDescription } from '@ci/platform';
import { apiDescription } from './api-description.ts';
import { httpControllers } from './http-controllers.ts';

/** Part of the build: writes this service's part of the API's description, as `GET /internal/openapi.json` would answer it. */
await writeDescription('dist/openapi-fragment.json', await describeControllers(httpControllers, apiDescription));
