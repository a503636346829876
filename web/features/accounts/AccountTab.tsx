import type { Account } from '../../../contract/accounts.ts'
import { LeaveSection } from '../deletions/LeaveSection.tsx'
import { DevicesSection } from '../devices/DevicesSection.tsx'
import { ExportSection } from '../exports/ExportSection.tsx'
import { DetailsForm } from './DetailsForm.tsx'

/** What one changes of one's account, and takes out of it. */
export function AccountTab({ account }: { account: Account }) {
  return (
    <div className="stack">
      <DetailsForm account={account} />
      {/* The address and the password have their cards here. */}
      <DevicesSection />
      <ExportSection user_id={account.id} />
      <LeaveSection user_id={account.id} />
    </div>
  )
}
