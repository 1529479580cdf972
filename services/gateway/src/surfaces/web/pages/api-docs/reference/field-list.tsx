import { Prose } from '../prose';
import type { Field } from './read-fields';

/** Fields with their types and descriptions. Required fields are marked. */
export const FieldList = ({ fields }: { fields: readonly Field[] }) => (
  <dl class="codes">
    {fields.map(({ path, kind, isRequired, description }) => (
      <div key={path}>
        <dt>
          <code>{path}</code>
          {isRequired && <span class="required">required</span>}
        </dt>
        <dd>
          <span class="muted">{kind}</span>
          {description && (
            <div>
              <Prose>{description}</Prose>
            </div>
          )}
        </dd>
      </div>
    ))}
  </dl>
);
