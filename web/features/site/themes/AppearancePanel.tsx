import { FormMessages } from '../../../layout/FormMessages.tsx'
import { PopupPanel } from '../../../ui/Popup.tsx'
import AppearanceFields from './AppearanceFields.tsx'

export default function AppearancePanel() {
  return (
    <FormMessages>
      <PopupPanel className="stack">
        <AppearanceFields />
      </PopupPanel>
    </FormMessages>
  )
}
