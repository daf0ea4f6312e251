"""What schemathesis can not know by itself."""

import schemathesis


@schemathesis.serializer("text/vtt", "application/x-subrip")
def transcript_file(_context, value):
    return value if isinstance(value, bytes) else str(value).encode("utf-8", errors="surrogatepass")


@schemathesis.hook
def before_call(_context, case, _kwargs):
    """Walks along links make everything anew: an idempotency key that is drawn twice gets the first answer again, whose resource may have
    been deleted since."""
    walks = case.meta is not None and case.meta.phase.name.value == "stateful"
    if walks and case.headers is not None:
        case.headers.pop("Idempotency-Key", None)
