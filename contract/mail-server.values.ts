/**
 * Mail providers that many people use. `is_usual_password`: the password of the mailbox signs in; else one that is made for it. `help`:
 * where the provider explains how. Checked 2026-11 on the providers' own pages.
 */
export const mailProviders = [
  {
    name: 'Gmail',
    host: 'smtp.gmail.com',
    port: 465,
    is_usual_password: false,
    help: 'https://support.google.com/accounts/answer/185833',
  },
  {
    name: 'iCloud',
    host: 'smtp.mail.me.com',
    port: 587,
    is_usual_password: false,
    help: 'https://support.apple.com/102654',
  },
  { name: 'GMX', host: 'mail.gmx.net', port: 465, is_usual_password: true, help: undefined },
  { name: 'Posteo', host: 'posteo.de', port: 465, is_usual_password: true, help: undefined },
] as const

export type MailProvider = (typeof mailProviders)[number]
