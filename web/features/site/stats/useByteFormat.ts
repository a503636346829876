import { useLocale } from 'use-intl'
import { localeOf } from '../../../../contract/languages.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** Returns a formatter for a number of bytes, for example "1.4 GB". */
export function useByteFormat(): (bytes: number) => string {
  const locale = useLocale()
  return (bytes) => {
    const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
    return new Intl.NumberFormat(localeOf(locale), {
      style: 'unit',
      unit: units[step] ?? 'byte',
      maximumFractionDigits: 1,
    }).format(bytes / 1000 ** step)
  }
}
