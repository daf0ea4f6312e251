// The health check of every image: whether the service of this container is ready. Node is the only program that is surely there.
const response = await fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`, {
  signal: AbortSignal.timeout(4_000),
});
const answer = await response.text();
console.log(answer); // docker inspect shows the last ones
process.exit(response.ok ? 0 : 1);
