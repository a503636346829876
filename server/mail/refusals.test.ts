import { expect, it } from 'vitest'
import { isOfMailbox } from './transport.ts'

it.each([
  ['RCPT TO', '550 no such user', true],
  ['RCPT TO', '551 not here', true],
  ['RCPT TO', '553 no such name', true],
  ['RCPT TO', '550-5.1.1 no such user\n550 5.1.1 ask the help', true],
  ['RCPT TO', '550 5.4.1 Recipient address rejected', true],
  ['RCPT TO', '554 5.1.1 no such user', true],
  ['RCPT TO', '554 5.2.1 mailbox disabled', true],
  ['DATA', '554 5.1.1 no such user', true],
  ['RCPT TO', '550 5.1.8 sender', false],
  ['RCPT TO', '550 5.2.2 mailbox full', false],
  ['RCPT TO', '550 5.3.4 too long', false],
  ['RCPT TO', '550 5.4.5 too many today', false],
  ['RCPT TO', '550 5.7.1 policy', false],
  ['RCPT TO', '450 5.1.1 busy', false],
  ['RCPT TO', '500 what?', false],
  ['RCPT TO', '504 not here', false],
  ['RCPT TO', '530 who are you?', false],
  ['RCPT TO', '535 who are you?', false],
  ['RCPT TO', '552 full', false],
  ['RCPT TO', '554 no', false],
  ['MAIL FROM', '550 no', false],
  ['MAIL FROM', '553 5.1.2 sender', false],
  ['DATA', '550 no', false],
  ['DATA', '554 looks like spam', false],
  [undefined, '550 no', false],
])('%s answered by “%s” says that there is no such mailbox: %s', (command, response, says) =>
  expect(isOfMailbox(command, response)).toBe(says),
)
