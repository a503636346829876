import { use } from 'react'
import { DiscreetContext, useShownName, useSite } from '../site.tsx'
import styles from './Brand.module.css'

/** The logo, or a light seen through an arch. */
export const BrandPicture = ({ logo }: { logo: string | null }) =>
  logo === null ? (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <path className={styles.arch} d="M5 29.5V14.5a11 11 0 0 1 22 0v15a.5.5 0 0 1-.5.5h-21a.5.5 0 0 1-.5-.5z" />
      <path className={styles.flame} d="M16 7.2c3 3.4 4.3 5.7 4.3 7.9a4.3 4.3 0 0 1-8.6 0c0-2.2 1.3-4.5 4.3-7.9z" />
      <path className={styles.stem} d="M13.5 21.8h5V30h-5z" />
    </svg>
  ) : (
    <img className={styles.logo} src={logo} alt="" />
  )

/** The picture of the site and its name. */
export const BrandMark = ({ name, logo }: { name: string; logo: string | null }) => (
  <>
    <BrandPicture logo={logo} />
    <span dir="auto">{name}</span>
  </>
)

/** Shows the logo and the name of the site; in discreet mode only a name that says nothing. */
export function Brand() {
  const name = useShownName()
  const { logo } = useSite()
  return use(DiscreetContext) ? <span dir="auto">{name}</span> : <BrandMark name={name} logo={logo} />
}
