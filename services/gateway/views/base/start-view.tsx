import { type ComponentType, createContext, render } from 'preact';
import { useContext } from 'preact/hooks';
import { type Bridge, createBridge, type ToolResult } from './bridge';
import { watchPerson } from './person-click';
import { applyTheme } from './theme';
import './view.css';

export interface ViewProps {
  /** The arguments of the call whose answer is shown. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly result: ToolResult;
}

interface Host {
  readonly bridge: Bridge;
  /** The name of the tool, if the host (the chat program) sends it. */
  readonly tool: string | undefined;
  /** Whether this connection may buy labels. */
  readonly mayBuy: boolean;
  /** The URL of the owner's page for balance and payment. */
  readonly billingPage: string;
}

const HostContext = createContext<Host | undefined>(undefined);

export function useHost(): Host {
  const host = useContext(HostContext);
  if (!host) throw new Error('A view is shown by startView.');
  return host;
}

/** Connects with the host (the chat program), and shows the tool's answer until the host removes the view. */
export function startView(name: string, View: ComponentType<ViewProps>): void {
  const place = document.getElementById('view') as HTMLElement;
  const { connection, billing: billingPage = '' } = document.documentElement.dataset;
  const mayBuy = connection !== 'app';
  let input: ViewProps['input'] = {};
  let tool: string | undefined;

  const show = (result: ToolResult) =>
    render(
      <HostContext.Provider value={{ bridge, tool, mayBuy, billingPage }}>
        <View input={input} result={result} />
      </HostContext.Provider>,
      place,
    );
  const say = (words: string) =>
    render(
      <p class="quiet" role="status">
        {words}
      </p>,
      place,
    );

  const bridge = createBridge(name, window.parent, {
    input: (args) => {
      input = args;
    },
    result: show,
    cancelled: () => say('The call was canceled.'),
    context: applyTheme,
    teardown: () => {
      observer.disconnect();
      render(null, place);
    },
  });
  let height = 0;
  const observer = new ResizeObserver(() => {
    const wanted = heightWithoutScrollbar();
    if (wanted !== height) bridge.sizeChanged(wanted);
    height = wanted;
  });

  watchPerson(document);
  say('Waiting for the answer…');
  bridge.connect().then(
    ({ hostContext = {} }) => {
      applyTheme(hostContext);
      tool = hostContext.toolInfo?.tool.name;
      observer.observe(document.documentElement);
    },
    () => say('This chat program cannot show this view.'),
  );
}

/** Returns the height of the content without a scroll bar, which takes width and so makes the content higher. */
function heightWithoutScrollbar(): number {
  const root = document.documentElement;
  root.style.overflow = 'hidden';
  const { height } = root.getBoundingClientRect();
  root.style.overflow = '';
  return Math.ceil(height);
}
