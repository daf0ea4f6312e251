import '@mantine/charts/styles.css';
import { LineChart } from '@mantine/charts';
import { formatDay } from '../../formats/instants.ts';
import { useSession } from '../../session/session.query.ts';
import { texts } from '../../texts/texts.ts';
import type { ScorePoint } from './score-points.ts';

const words = texts.contact.scores;

/** Scores over time, to look at: the history of calls has them as a table. */
export default function ScoreChart({ points }: { readonly points: readonly ScorePoint[] }) {
  const { timezone } = useSession().workspace;
  const day = (at: number): string => formatDay(new Date(at).toISOString(), timezone);
  return (
    <div role="img" aria-label={labelOf(points, day)}>
      <LineChart
        h={220}
        data={[...points]}
        dataKey="at"
        series={[{ name: 'score', label: words.name, color: 'petrol.6' }]}
        curveType="linear"
        yAxisProps={{ domain: [0, 100], ticks: [0, 25, 50, 75, 100], width: 36 }}
        xAxisProps={{
          type: 'number',
          scale: 'time',
          domain: ['dataMin', 'dataMax'],
          tickFormatter: day,
          padding: { left: 24, right: 24 },
        }}
        lineChartProps={{ accessibilityLayer: false }}
        lineProps={{ isAnimationActive: false }}
        tooltipProps={{ labelFormatter: (at) => (typeof at === 'number' ? day(at) : at) }}
      />
    </div>
  );
}

function labelOf(points: readonly ScorePoint[], day: (at: number) => string): string {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return words.title;
  return words.label(points.length, day(first.at), day(last.at), first.score, last.score);
}
