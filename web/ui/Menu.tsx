import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Icon, type IconName } from './Icon.tsx'
import { MenuList } from './MenuList.tsx'
import { Popup, PopupPanel } from './Popup.tsx'
import styles from './MenuList.module.css'

/** The narrow frame around the list of a menu. `Menu` has it; a panel that loads late brings its own. */
export const MenuPanel = ({ children }: { children: ReactNode }) => (
  <PopupPanel className={styles.panel}>
    <MenuList>{children}</MenuList>
  </PopupPanel>
)

/** A button that opens a short list of `MenuItem` and `MenuLink`, read with Tab. */
export const Menu = ({ label, children }: { label: string; children: ReactNode }) => (
  <Popup label={label} summary={<Icon name="more" />}>
    <MenuPanel>{children}</MenuPanel>
  </Popup>
)

const Content = ({ icon, children }: { icon?: IconName | undefined; children: ReactNode }) => (
  <>
    {children}
    {icon && <Icon name={icon} className="icon--sm" />}
  </>
)

/** An action in a menu, with an icon at its end. Closes the menu. */
export const MenuItem = ({
  icon,
  children,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { icon?: IconName | undefined }) => (
  <button type="button" data-closes="" {...rest}>
    <Content icon={icon}>{children}</Content>
  </button>
)

/** A page in a menu, with an icon at its end. Closes the menu. */
export const MenuLink = ({ icon, children, ...rest }: LinkProps & { icon?: IconName | undefined }) => (
  <Link {...rest}>
    <Content icon={icon}>{children}</Content>
  </Link>
)
