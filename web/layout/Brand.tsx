import { use } from 'react'
import { DiscreetContext, useShownName, useSite } from '../site.tsx'
import { Icon } from '../ui/Icon.tsx'
import styles from './Brand.module.css'

/** The logo, or a light seen through an arch. */
export const BrandPicture = ({ logo }: { logo: string | null }) =>
  logo === null ? <Icon name="brand" className={styles.mark} /> : <img className={styles.logo} src={logo} alt="" />

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
