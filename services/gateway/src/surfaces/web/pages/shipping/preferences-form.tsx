import { Card } from '../../view/blocks';
import { Button, CheckField, PostForm, SelectField } from '../../view/forms';

interface Preferences {
  printSetting: string;
  insurance: boolean;
  labelPrintedEmail: boolean;
}

interface Props extends Preferences {
  action: string;
  problem: string | undefined;
}

/** How labels are printed and insured, and whether buyers get mail. */
export const PreferencesForm = (props: Props) => (
  <Card title="Labels">
    <PostForm action={props.action} class="stack narrow">
      <SelectField
        label="Print labels as"
        name="print_setting"
        value={props.printSetting}
        options={[
          ['pdf', 'PDF, 4×6 for your own printer'],
          ['qr', "QR code, printed at the carrier's counter"],
        ]}
        hint="Carriers without QR codes always give a PDF."
        error={props.problem}
      />
      <CheckField
        label="Insure parcels"
        name="insurance"
        checked={props.insurance}
        hint="1% of the order total, at least $1.00 a label, charged on top of postage."
      />
      <CheckField
        label="Send the tracking e-mail"
        name="label_printed_email"
        checked={props.labelPrintedEmail}
        hint="Buyers get their tracking link when a label is marked as printed."
      />
      <p class="small">
        <a href="/settings/mail">Sender, replies and bounced e-mail</a>
      </p>
      <div>
        <Button>Save preferences</Button>
      </div>
    </PostForm>
  </Card>
);

/** Reads the form's choices. A browser does not send an unchecked checkbox. */
export function readPreferences(form: URLSearchParams): Preferences | { problem: string } {
  const printSetting = form.get('print_setting') ?? '';
  if (printSetting !== 'pdf' && printSetting !== 'qr') {
    return { problem: `print_setting must be pdf or qr; got "${printSetting.slice(0, 20)}".` };
  }
  return {
    printSetting,
    insurance: form.get('insurance') === 'on',
    labelPrintedEmail: form.get('label_printed_email') === 'on',
  };
}
