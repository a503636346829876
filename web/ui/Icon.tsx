import sprite from './icons.svg?url'

export type IconName =
  | 'alert'
  | 'arrowleft'
  | 'care'
  | 'check'
  | 'clock'
  | 'error'
  | 'eye'
  | 'eyeoff'
  | 'filter'
  | 'globe'
  | 'home'
  | 'horn'
  | 'info'
  | 'key'
  | 'left'
  | 'list'
  | 'lock'
  | 'mail'
  | 'menu'
  | 'more'
  | 'moon'
  | 'offline'
  | 'okcircle'
  | 'pause'
  | 'pencil'
  | 'play'
  | 'plus'
  | 'right'
  | 'sun'
  | 'sunrise'
  | 'translate'
  | 'trash'
  | 'user'
  | 'users'
  | 'veil'
  | 'x'

/** A drawing of `icons.svg`; decoration only, so the words beside it must say what it means. */
export const Icon = ({ name, className = '' }: { name: IconName; className?: string }) => (
  <svg className={`icon ${className}`} viewBox="0 0 24 24" aria-hidden="true">
    <use href={`${sprite}#${name}`} />
  </svg>
)
