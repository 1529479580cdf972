import { Card } from '../../view/blocks';
import type { ListedOperation } from './api-document';
import { GUIDE_CONTENTS } from './guide/guide';

interface Props {
  tags: readonly { readonly name: string; readonly description?: string }[];
  operations: readonly ListedOperation[];
}

/** The page's contents: its sections, and the operations by tag. */
export const OperationList = ({ tags, operations }: Props) => (
  <Card title="Contents">
    <div class="contents">
      <nav aria-label="Sections">
        <h3>Guide</h3>
        <ul>
          {GUIDE_CONTENTS.map(([id, title]) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      {groupsOf(tags, operations).map(({ name, description, members }) => (
        <nav key={name} aria-label={name}>
          <h3>{name}</h3>
          {description && <p class="small muted">{description}</p>}
          <ul>
            {members.map(({ method, path, operation }) => (
              <li key={operation.operationId}>
                <a href={`#${operation.operationId}`}>
                  {method} {path}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      ))}
    </div>
  </Card>
);

/** The tag of webhook events has no operations, because events are sent; the guide describes them. */
const groupsOf = (tags: Props['tags'], operations: Props['operations']) =>
  tags
    .map((tag) => ({
      ...tag,
      members: operations.filter(({ operation }) => operation.tags.includes(tag.name)),
    }))
    .filter(({ members }) => members.length > 0);
