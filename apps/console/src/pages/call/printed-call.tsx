import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { formatOffset } from '../../formats/durations.ts';
import type { CallReport } from './call-report.ts';
import type { CallDetail } from './call.query.ts';
import classes from './printed-call.module.css';
import type { Statement } from './statements.ts';
import { reportWords, useCallReport } from './use-call-report.ts';

/** The call on paper: everything that was found and all that was said. It is in the page only while that is printed. */
export function PrintedCall({ call }: { readonly call: CallDetail }) {
  const isPrinted = usePrinting();
  return isPrinted ? <Sheet call={call} /> : null;
}

/** Some browsers lay out the paper right after `beforeprint`, others only change the medium. */
function usePrinting(): boolean {
  const isPaper = useMediaQuery('print', false, { getInitialValueInEffect: false });
  const [announced, setAnnounced] = useState(false);
  useEffect(() => {
    const begin = (): void => flushSync(() => setAnnounced(true));
    const end = (): void => setAnnounced(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPaper || announced;
}

function Sheet({ call }: { readonly call: CallDetail }) {
  const report = useCallReport(call);
  // Outside of the frame, which is left out on paper.
  return createPortal(
    <article className={classes.sheet} data-print>
      <h1>{report.title}</h1>
      <p>{report.facts}</p>
      {report.findings && <Findings findings={report.findings} />}
      {report.transcript.length > 0 && (
        <section>
          <h2>{reportWords.transcript}</h2>
          <dl>
            {report.transcript.map(({ speaker, start_ms, text }, at) => (
              <div key={at}>
                <dt>
                  {formatOffset(start_ms)} {report.names[speaker]}
                </dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </article>,
    document.body,
  );
}

function Findings({ findings }: { readonly findings: NonNullable<CallReport['findings']> }) {
  const { items, steps, overview, objections, decisions, moments } = findings;
  return (
    <>
      {items.length + steps.length > 0 && (
        <section>
          <h2>{reportWords.whatToDo}</h2>
          <ul>
            {items.map((item) => (
              <li key={item.id} data-task={item.completed ? 'done' : 'open'}>
                {reportWords.item(item)}
              </li>
            ))}
            {steps.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h2>{reportWords.overview}</h2>
        <p>{overview.map(({ text }) => text).join(' ')}</p>
      </section>
      {objections.length > 0 && (
        <section>
          <h2>{reportWords.objections}</h2>
          <ul>
            {objections.map(({ objection, response }, at) => (
              <li key={at}>
                {objection.text}
                <br />
                {response === null ? reportWords.unanswered : `${reportWords.response}: ${response.text}`}
              </li>
            ))}
          </ul>
        </section>
      )}
      <List title={reportWords.decisions} statements={decisions} />
      <List title={reportWords.moments} statements={moments} />
    </>
  );
}

function List({ title, statements }: { readonly title: string; readonly statements: readonly Statement[] }) {
  if (statements.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {statements.map(({ text }, at) => (
          <li key={at}>{text}</li>
        ))}
      </ul>
    </section>
  );
}
