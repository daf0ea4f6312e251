/** The interactive reference: every operation, with a form that sends it. */
export const interactivePage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Call Intelligence API</title>
    <link rel="icon" href="/docs/api/assets/favicon-32x32.png">
    <link rel="stylesheet" href="/docs/api/assets/swagger-ui.css">
  </head>
  <body>
    <p style="margin: 1rem; font: 1rem/1.5 system-ui, sans-serif"><a href="/docs/">Documentation</a></p>
    <div id="api"></div>
    <noscript>This page needs JavaScript. The description itself is at <a href="/v1/openapi.json">/v1/openapi.json</a>.</noscript>
    <script src="/docs/api/assets/swagger-ui-bundle.js"></script>
    <script src="/docs/api/start.js"></script>
  </body>
</html>
`;

/** A key that is typed in stays in the page: it is not stored in the browser. */
export const interactiveScript = `SwaggerUIBundle({
  url: '/v1/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  persistAuthorization: false,
  validatorUrl: null,
  displayRequestDuration: true,
});
`;
