import { expect, it, vi } from 'vitest'
import { IntlProvider } from 'use-intl'
import { render } from 'vitest-browser-react'
import { HOUR_MS } from '../contract/time.values.ts'
import { hannah, renderPage } from './test.tsx'
import { Clock, ClockProvider, Time, useTimeZone } from './time.tsx'
import { useMoment } from './useMoment.ts'

const show = (now: Date, at: Date, timeZone?: 'UTC') =>
  render(
    <IntlProvider locale="en" messages={{}}>
      <Clock value={{ now: now.getTime(), ...(timeZone && { timeZone }) }}>
        <Time iso={at.toISOString()} />
      </Clock>
    </IntlProvider>,
  )

it.each([
  ['yesterday', 19, 0, 10],
  ['2 days ago', 18, 23, 10],
  ['3 days ago', 17, 22, 59],
])('says %s by the calendar, not by whole days', async (words, day, hour, minute) => {
  const here = await show(new Date(2026, 4, 20, 22, 30), new Date(2026, 4, day, hour, minute))
  await expect.element(here.getByText(words, { exact: true })).toBeVisible()
  await here.unmount()
  const utc = await show(new Date(Date.UTC(2026, 4, 20, 22, 30)), new Date(Date.UTC(2026, 4, day, hour, minute)), 'UTC')
  await expect.element(utc.getByText(words, { exact: true })).toBeVisible()
})

it.each([
  ['11:35:59.999', '34 minutes ago'],
  ['08:49:59.999', '3 hours ago'],
  // Times on the hour are rounded, for those who hide their name.
  ['12:00:00.000', 'within the last hour'],
  ['11:00:00.000', 'about 1 hour ago'],
  ['09:00:00.000', 'about 3 hours ago'],
])('says no more of an age than is known: at 12:10, %s is "%s"', async (at, words) => {
  const { screen } = await renderPage(
    <Clock value={{ now: Date.UTC(2026, 4, 20, 12, 10), timeZone: 'UTC' }}>
      <Time iso={`2026-05-20T${at}Z`} />
    </Clock>,
  )
  await expect.element(screen.getByText(words, { exact: true })).toBeVisible()
})

const Zone = () => <p>{useTimeZone() ?? 'its own'}</p>

it.each([
  ['a device whose clock is behind', 5 * HOUR_MS, null],
  ['a member’s device whose clock is ahead', -5 * HOUR_MS, hannah],
])('counts from the time of the page on %s', async (_, behind, reader) => {
  const now = Date.now() + behind
  const screen = await render(
    <IntlProvider locale="en" messages={{}}>
      <ClockProvider now={now} reader={reader}>
        <Zone />
        <Time iso={new Date(now - 2 * HOUR_MS - 100_000).toISOString()} />
      </ClockProvider>
    </IntlProvider>,
  )
  await expect.element(screen.getByText('its own')).toBeVisible()
  await expect.element(screen.getByText('2 hours ago', { exact: true })).toBeVisible()
})

it('counts from the time of a member’s page also where its scripts came late', async () => {
  const now = Date.now() - HOUR_MS
  const open = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => open() + HOUR_MS)
  // As in a browser that was open while the device slept for two days.
  vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(now - 48 * HOUR_MS)
  const screen = await render(
    <IntlProvider locale="en" messages={{}}>
      <ClockProvider now={now} reader={hannah}>
        <Zone />
        <Time iso={new Date(now - HOUR_MS - 100_000).toISOString()} />
      </ClockProvider>
    </IntlProvider>,
  )
  await expect.element(screen.getByText('its own')).toBeVisible()
  await expect.element(screen.getByText('2 hours ago', { exact: true })).toBeVisible()
})

it('shows a day without a time as that day, also west of Greenwich', async () => {
  // What the browser of a reader there does by itself.
  const timeZone = 'America/Los_Angeles' as 'UTC'
  const screen = await render(
    <IntlProvider locale="en" messages={{}}>
      <Clock value={{ now: Date.UTC(2026, 10, 30), timeZone }}>
        <Time iso="2026-12-03" long />
      </Clock>
    </IntlProvider>,
  )
  await expect.element(screen.getByText(/\b3\b/)).toBeVisible()
})

const Moment = ({ at }: { at: Date }) => <p>{useMoment()(at.toISOString())}</p>

it.each([
  ['today', new Date(2026, 0, 3, 9, 15), /^0?9:15$/],
  ['another day of the year', new Date(2026, 0, 1, 9, 15), /^1 January\D*0?9:15$/],
  ['a day of years ago', new Date(2019, 4, 20, 9, 15), /^20 May 2019\D*0?9:15$/],
])('says to the minute when it was on %s', async (_, at, words) => {
  const screen = await render(
    <IntlProvider locale="en" messages={{}}>
      <Clock value={{ now: new Date(2026, 0, 3, 10).getTime() }}>
        <Moment at={at} />
      </Clock>
    </IntlProvider>,
  )
  await expect.element(screen.getByText(words)).toBeVisible()
})
