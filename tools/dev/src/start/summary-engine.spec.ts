import { summaryEngineVariables } from './summary-engine.ts';

it('the variables of the summary engine are passed on, and no others', () => {
  const environment = { SUMMARY_ENGINE: 'llm', LLM_MODEL: 'm', LLM_API_KEY: 'k', HOME: '/', XLLM_MODEL: 'x', LLM_: '' };
  expect(summaryEngineVariables(environment)).toEqual({ SUMMARY_ENGINE: 'llm', LLM_MODEL: 'm', LLM_API_KEY: 'k' });
});
