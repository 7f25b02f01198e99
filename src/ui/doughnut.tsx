import { Cell, Legend, Pie, PieChart, ResponsiveContainer, Tooltip } from 'recharts'
import { chartColors } from './palette.ts'

export interface DoughnutSlice {
  name: string
  count: number
  several?: boolean
}

interface DoughnutProps {
  label: string
  slices: DoughnutSlice[]
  total: number
  onPick: (slice: DoughnutSlice) => void
}

const share = (count: number, total: number) => Math.round((count / total) * 100)

/** 256 pixels high, 70% cut out, legend below; the tooltip reads "Website: 30 (20%)". */
export function Doughnut({ label, slices, total, onPick }: DoughnutProps) {
  return (
    <div role="img" aria-label={`${label}: ${slices.map(slice => `${slice.name} ${slice.count}`).join(', ')}`}>
      <ResponsiveContainer width="100%" height={256}>
        <PieChart accessibilityLayer={false}>
          <Pie
            data={slices}
            dataKey="count"
            nameKey="name"
            innerRadius="70%"
            outerRadius="100%"
            paddingAngle={1}
            stroke="none"
            isAnimationActive={false}
            onClick={(_, index) => onPick(slices[index]!)}
            style={{ cursor: 'pointer', outline: 'none' }}
          >
            {slices.map((slice, i) => (
              <Cell key={slice.name} fill={chartColors[i % chartColors.length]} />
            ))}
          </Pie>
          <Tooltip
            separator=": "
            formatter={value => `${value} (${share(Number(value), total)}%)`}
            contentStyle={{
              background: 'var(--surface)',
              border: '1px solid var(--hairline)',
              borderRadius: 'var(--mantine-radius-md)',
            }}
            itemStyle={{ color: 'var(--mantine-color-text)' }}
          />
          <Legend
            verticalAlign="bottom"
            iconType="circle"
            itemSorter={null}
            formatter={name => {
              const slice = slices.find(one => one.name === name)
              return (
                <span style={{ color: 'var(--mantine-color-text)' }}>
                  {name} {slice ? `${slice.count}` : ''}
                </span>
              )
            }}
          />
        </PieChart>
      </ResponsiveContainer>
    </div>
  )
}
