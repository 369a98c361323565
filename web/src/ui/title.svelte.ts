/** What the open page writes into the tab: whose turn it is, how the game ended. */
class Title {
    text = $state('');
}
export const title = new Title();
